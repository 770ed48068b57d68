/* Broadside: odds of board-game combat, for any language that can call C.
 *
 * A question is a text in JSON, the answer is one too; the forms are those of the command line
 * (apps/README.md, "Questions as JSON"):
 *
 *     #include <broadside.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       const char* question = "{\"attacker\": \"2 dn, 4 ff\", \"defender\": \"ws, 3 ff\"}";
 *       broadside_answer* answer = NULL;
 *       int status = broadside_ask(question, BROADSIDE_UNTIL_ZERO, NULL, NULL, &answer);
 *       puts(broadside_json(answer, NULL));
 *       broadside_free(answer);
 *       return status;
 *     }
 *
 *     cc odds.c $(pkg-config --cflags --libs broadside-c)
 *
 * Any number of threads may ask at the same time. An answer belongs to whoever asked and may be
 * read from any thread; nothing else is kept between calls. No function throws, prints, reads a
 * file or ends the program.
 */
#ifndef BROADSIDE_H
#define BROADSIDE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows when a function or its meaning changes; the library's soname carries the same number. New
 * kinds of questions and new fields of answers do not change it. */
#define BROADSIDE_ABI 1

/* The length of a question that ends with a zero byte. */
#define BROADSIDE_UNTIL_ZERO ((size_t)-1)

#if defined(__GNUC__)
#define BROADSIDE_API __attribute__((visibility("default")))
#else
#define BROADSIDE_API
#endif

typedef struct broadside_answer broadside_answer;

/* What broadside_ask returns: the exit codes of the program. The answer holds a JSON text in every
 * case; where it is not BROADSIDE_ANSWERED that is {"error": {"problem", "where", "hint"}}. */
enum {
  BROADSIDE_ANSWERED = 0,
  BROADSIDE_FAILED = 1,   /* out of memory, stopped by the caller before there was any answer */
  BROADSIDE_BAD_INPUT = 2 /* the question cannot be asked like that: the hint says what works */
};

/* Called from the thread that asked, about ten times a second while a long question is worked on:
 * `done` of `planned` steps (battles, fleets, points), planned 0 where nobody can know. Return 0 to
 * go on, anything else to stop: the answer is then what is known so far, where that means
 * something, with "stopped_by": "request" in it, else BROADSIDE_FAILED. */
typedef int (*broadside_progress)(double done, double planned, void* user);

/* Answers a question. `progress` may be NULL. *answer is NULL only where there was no memory for
 * an answer (BROADSIDE_FAILED); otherwise broadside_free it. */
BROADSIDE_API int broadside_ask(const char* question, size_t length, broadside_progress progress,
                                void* user, broadside_answer** answer);

/* The answer's JSON text, ending with a zero byte, and its length where `length` is not NULL. It
 * lives as long as the answer. */
BROADSIDE_API const char* broadside_json(const broadside_answer* answer, size_t* length);

/* The numbers of an answer that is a table, without text: shape[0] rows of shape[1] columns of
 * shape[2] numbers, the last index running fastest. The three numbers of a cell are the chances of
 * the attacker to win, of a draw (with everything that is neither side's win) and of the defender
 * to win. vary: rows by the first axis, columns by the second (one column where there is only
 * one). compare: rows by attacker in the order given, columns by defender. odds: one cell. NULL
 * and a shape of zeros where an answer is no table. They live as long as the answer. */
BROADSIDE_API const double* broadside_numbers(const broadside_answer* answer, size_t shape[3]);

/* NULL is allowed. */
BROADSIDE_API void broadside_free(broadside_answer* answer);

/* "0.2.0": the version of the program that the library belongs to. */
BROADSIDE_API const char* broadside_version(void);

/* BROADSIDE_ABI of the library that is running: another number than the header's means that the
 * two do not fit. */
BROADSIDE_API int broadside_abi(void);

#ifdef __cplusplus
}
#endif

#endif
