/* Advice on altitude for an aircraft that meets another one, against a copy that is taken to be right. Distances are in
   feet, rates in feet per minute. */
#include <assert.h>

#define RATE_LIMIT 540
#define CLOSE_GAP 650
#define SMALL_GAP 280
#define BLOCK_COST 120
#define NO_PLAN 0
#define GOES_UP 1
#define GOES_DOWN 2
#define HAS_SYSTEM 1
#define STAY 0
#define CLIMB 1
#define DESCEND 2

int gap;           /* between the two now */
int reliable;      /* what the other one reports can be trusted */
int two_reports;   /* it has reported twice */
int own_height;
int own_rate;
int other_height;
int layer;         /* of the air space: 0 .. 3 */
int room_above;    /* what remains at the closest point, if the other one is passed above */
int room_below;
int other_plan;
int other_system;
int climb_blocked; /* by the weather, or the load */

int thresholds[4];
int thresholds_ref[4];

void set_up() {
  thresholds[0] = 400;
  thresholds[1] = 510;
  thresholds[2] = 630;
  thresholds[3] = 770;
}

int clearance() { return thresholds[layer]; }

int room_for_climb() { return climb_blocked ? room_above - BLOCK_COST : room_above; }

int is_lower() { return own_height < other_height; }

int is_higher() { return other_height < own_height; }

int may_climb() {
  int prefers_up;
  int answer;
  prefers_up = room_for_climb() > room_below;
  if (prefers_up)
    answer = !is_lower() || (is_lower() && !(room_below >= clearance()));
  else
    answer = is_higher() && gap >= SMALL_GAP && room_above >= clearance();
  return answer;
}

int may_descend() {
  int prefers_up;
  int answer;
  prefers_up = room_for_climb() > room_below;
  if (prefers_up)
    answer = is_lower() && gap >= SMALL_GAP && room_below >= clearance();
  else
    answer = !is_higher() || (is_higher() && room_above >= clearance());
  return answer;
}

int advise() {
  int matters;
  int coordinates;
  int undeclared;
  int wants_up;
  int wants_down;
  int advice;
  matters = reliable && own_rate <= RATE_LIMIT && gap > CLOSE_GAP;
  coordinates = other_system == HAS_SYSTEM;
  undeclared = two_reports && other_plan == NO_PLAN;
  advice = STAY;
  if (matters && ((coordinates && undeclared) || !coordinates)) {
    wants_up = may_climb() && is_lower();
    wants_down = may_descend() && is_higher();
    if (wants_up && wants_down)
      advice = STAY;
    else if (wants_up)
      advice = CLIMB;
    else if (wants_down)
      advice = DESCEND;
  }
  return advice;
}

/* ---- the copy ---- */

void set_up_ref() {
  thresholds_ref[0] = 400;
  thresholds_ref[1] = 510;
  thresholds_ref[2] = 630;
  thresholds_ref[3] = 770;
}

int clearance_ref() { return thresholds_ref[layer]; }

int room_for_climb_ref() { return climb_blocked ? room_above - BLOCK_COST : room_above; }

int is_lower_ref() { return own_height < other_height; }

int is_higher_ref() { return other_height < own_height; }

int may_climb_ref() {
  int prefers_up;
  int answer;
  prefers_up = room_for_climb_ref() > room_below;
  if (prefers_up)
    answer = !is_lower_ref() || (is_lower_ref() && !(room_below >= clearance_ref()));
  else
    answer = is_higher_ref() && gap >= SMALL_GAP && room_above >= clearance_ref();
  return answer;
}

int may_descend_ref() {
  int prefers_up;
  int answer;
  prefers_up = room_for_climb_ref() > room_below;
  if (prefers_up)
    answer = is_lower_ref() && gap >= SMALL_GAP && room_below >= clearance_ref();
  else
    answer = !is_higher_ref() || (is_higher_ref() && room_above >= clearance_ref());
  return answer;
}

int advise_ref() {
  int matters;
  int coordinates;
  int undeclared;
  int wants_up;
  int wants_down;
  int advice;
  matters = reliable && own_rate <= RATE_LIMIT && gap > CLOSE_GAP;
  coordinates = other_system == HAS_SYSTEM;
  undeclared = two_reports && other_plan == NO_PLAN;
  advice = STAY;
  if (matters && ((coordinates && undeclared) || !coordinates)) {
    wants_up = may_climb_ref() && is_lower_ref();
    wants_down = may_descend_ref() && is_higher_ref();
    if (wants_up && wants_down)
      advice = STAY;
    else if (wants_up)
      advice = CLIMB;
    else if (wants_down)
      advice = DESCEND;
  }
  return advice;
}

int main() {
  gap = nondet_int();
  reliable = nondet_int();
  two_reports = nondet_int();
  own_height = nondet_int();
  own_rate = nondet_int();
  other_height = nondet_int();
  layer = nondet_int();
  room_above = nondet_int();
  room_below = nondet_int();
  other_plan = nondet_int();
  other_system = nondet_int();
  climb_blocked = nondet_int();
  assume(layer >= 0 && layer <= 3);
  assume(own_rate >= 0 && gap >= 0 && own_height >= 0 && other_height >= 0);
  assume(room_above >= 0 && room_below >= 0);
  set_up();
  set_up_ref();
  assert(advise() == advise_ref());
  return 0;
}
