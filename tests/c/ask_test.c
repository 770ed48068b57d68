/* The C library as a C99 program sees it: exit 0 where everything is as broadside.h says. */
#include <broadside.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

static void check(int holds, const char* what) {
  if (holds) return;
  printf("FAILED: %s\n", what);
  ++failures;
}

static int near_to(double a, double b) { return a - b < 1e-12 && b - a < 1e-12; }

static int calls = 0;
static int stop_at_once(double done, double planned, void* user) {
  (void)done;
  (void)planned;
  ++calls;
  *(int*)user += 1;
  return 1;
}

int main(void) {
  broadside_answer* answer = NULL;
  size_t length = 0, shape[3];
  const double* numbers;
  int told = 0;

  check(broadside_abi() == BROADSIDE_ABI, "header and library fit");
  check(strlen(broadside_version()) >= 5, "there is a version");

  {
    const char* question = "{\"attacker\": \"cruiser\", \"defender\": \"destroyer\"}";
    check(broadside_ask(question, BROADSIDE_UNTIL_ZERO, NULL, NULL, &answer) == BROADSIDE_ANSWERED,
          "a plain question is answered");
    numbers = broadside_numbers(answer, shape);
    check(shape[0] == 1 && shape[1] == 1 && shape[2] == 3, "one cell");
    check(near_to(numbers[0], 8.0 / 13) && near_to(numbers[1], 2.0 / 13) &&
              near_to(numbers[2], 3.0 / 13),
          "the chances worked by hand");
    check(strlen(broadside_json(answer, &length)) == length && length > 100, "a whole report");
    broadside_free(answer);
  }
  {
    /* The length counts, not the end of the text. */
    const char* question = "{\"attacker\": \"cruiser\", \"defender\": \"destroyer\"} and more";
    check(broadside_ask(question, strchr(question, '}') - question + 1, NULL, NULL, &answer) ==
              BROADSIDE_ANSWERED,
          "a question inside a longer text");
    broadside_free(answer);
    check(broadside_ask(question, BROADSIDE_UNTIL_ZERO, NULL, NULL, &answer) == BROADSIDE_BAD_INPUT,
          "the longer text is no question");
    broadside_free(answer);
  }
  {
    const char* question = "{\"attacker\": \"2 crusier\", \"defender\": \"dn\"}";
    check(broadside_ask(question, BROADSIDE_UNTIL_ZERO, NULL, NULL, &answer) == BROADSIDE_BAD_INPUT,
          "a misspelt unit is refused");
    check(strstr(broadside_json(answer, NULL), "cruiser") != NULL, "with a hint");
    check(broadside_numbers(answer, shape) == NULL && shape[0] == 0, "and no numbers");
    broadside_free(answer);
  }
  {
    const char* question =
        "{\"ask\": \"vary\", \"attacker\": \"2 dn\", \"defender\": \"ws\", \"vary\": [\"ff=0..3\", "
        "\"defender:ff=0..2\"]}";
    check(broadside_ask(question, BROADSIDE_UNTIL_ZERO, NULL, NULL, &answer) == BROADSIDE_ANSWERED,
          "a map is answered");
    numbers = broadside_numbers(answer, shape);
    check(shape[0] == 4 && shape[1] == 3 && shape[2] == 3, "four by three cells");
    check(near_to(numbers[0] + numbers[1] + numbers[2], 1), "a cell adds up to one");
    broadside_free(answer);
  }
  {
    const char* question =
        "{\"attacker\": \"30 ff, 9 dn\", \"defender\": \"30 ff, 9 dn\", \"options\": "
        "{\"engine\": \"mc\", \"battles\": 10000000000000}}";
    check(broadside_ask(question, BROADSIDE_UNTIL_ZERO, stop_at_once, &told, &answer) ==
              BROADSIDE_ANSWERED,
          "a stopped question answers what it knows");
    check(calls > 0 && told == calls, "progress is told");
    check(strstr(broadside_json(answer, NULL), "\"stopped_by\":\"request\"") != NULL, "and says so");
    broadside_free(answer);
  }
  broadside_free(NULL);
  printf(failures == 0 ? "the C library is as broadside.h says\n" : "%d failures\n", failures);
  return failures != 0;
}
