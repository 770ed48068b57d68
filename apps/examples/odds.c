/* The odds of one battle, from C:  cc odds.c $(pkg-config --cflags --libs broadside-c) */
#include <broadside.h>
#include <stdio.h>

int main(void) {
  const char* question = "{\"attacker\": \"2 dn, 4 ff\", \"defender\": \"ws, 3 ff\"}";
  broadside_answer* answer = NULL;
  const int status = broadside_ask(question, BROADSIDE_UNTIL_ZERO, NULL, NULL, &answer);
  if (status == BROADSIDE_ANSWERED) {
    size_t shape[3];
    const double* chance = broadside_numbers(answer, shape);
    printf("attacker %.1f %%, defender %.1f %%\n", 100 * chance[0], 100 * chance[2]);
  } else if (answer != NULL) {
    puts(broadside_json(answer, NULL));
  }
  broadside_free(answer);
  return status;
}
