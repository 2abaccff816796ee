import PlanNotation
import Testing
import WorkoutModel

/// Tests of the complete messages for plans as new users type them.
@Suite struct TypedPlanTests {
  /// A line in the notation of a training log, another program or another language, and its column, message and hints.
  @Test(
    arguments: [
      (
        "10 x 400 w/ 90s jog",
        "10: found 'w', expected a unit: s, m, h, km, mi or mtr | with your own pace, write 10x(400mtr run "
          + "@6:00/km, 90s jog)"
      ),
      ("4x4 norwegian", "5: found 'norwegian', expected a unit: s, m, h, km, mi or mtr | write 4x(4m run, 3m jog)"),
      (
        "3x(10 reps, 90s rest)",
        "7: found 'reps', expected a unit: s, m, h, km, mi or mtr | for a number of repetitions, write "
          + "3x(open work \"10 reps\", 90s rest)"
      ),
      (
        "10 reps squats",
        "4: found 'reps', expected a unit: s, m, h, km, mi or mtr | for a number of repetitions, write open "
          + "work \"10 reps squats\""
      ),
      (
        "100 yd sprint",
        "5: found 'yd', expected a unit: s, m, h, km, mi or mtr | a yard is 0.9144 m, and the unit yd is "
          + "unknown: write 91.44mtr sprint @6:00/km"
      ),
      ("1e3s run", "1: '1' has no unit | write 1000s run"),
      (
        "EMOM 10",
        "1: 'emom' is neither a setting nor the beginning of a step | for a start on every minute, write "
          + "10x(1m work)"
      ),
      (
        "AMRAP 20",
        "1: 'amrap' is neither a setting nor the beginning of a step | write 20m work \"as many rounds as "
          + "possible\""
      ),
      (
        "ladder 1-2-3-2-1",
        "1: 'ladder' is neither a setting nor the beginning of a step | if these are minutes, write 1m run, "
          + "1m walk, 2m run, 1m walk, 3m run, 1m walk, 2m run, 1m walk, 1m run"
      ),
      (
        "25/5",
        "1: '25' has no unit | if these are minutes, write forever (25m work, 5m rest) | if these are "
          + "seconds, write 25s work, 5s rest"
      ),
      ("30srun", "3: found 'srun', expected a unit: s, m, h, km, mi or mtr | write 30s run"),
      ("“30s run”", "1: found '“', expected a step such as 30s run | write 30s run"),
      (
        "Warmup 10m Z2",
        "12: found 'Z2', expected '@', ',' or the end of the line | write a zone, heart rate, cadence, "
          + "effort or incline as a label: 10m warmup \"Z2\""
      ),
      (
        "10m run @Z2",
        "10: found 'Z2', expected a pace such as 6:00/km or 6mph | write a zone, heart rate, cadence, effort "
          + "or incline as a label: 10m run \"Z2\""
      ),
      ("３０s run", "1: found '３０s', expected a step such as 30s run | write 30s run"),
      (
        "1:5",
        "3: found '5', expected two digits after ':' | for a ratio of run and walk in minutes, write 1m "
          + "run, 5m walk | for a time, write 1m5s"
      ),
      ("5m run @5,5kph", "9: '5' has no unit | write 5m run @5.5kph"),
      (
        "500ms run",
        "4: found 'ms', expected a unit: s, m, h, km, mi or mtr | an interval lasts at least a second: write "
          + "1s run"
      ),
      (
        "10x400m, 90s rest",
        "4: '400m' would be 400 minutes, which is 6h40m | for metres, write 10x(400mtr @6:00/km, 90s rest) "
          + "| for the time, write 6h40m instead of 400m"
      ),
      (
        "6 x 800 with 2 min rest",
        "9: found 'with', expected a unit: s, m, h, km, mi or mtr | with your own pace, write 6x(800mtr "
          + "run @6:00/km, 2m rest)"
      ),
      (
        "8x200 w/200 jog",
        "7: found 'w', expected a unit: s, m, h, km, mi or mtr | with your own pace, write 8x(200mtr run "
          + "@6:00/km, 200mtr jog @6:00/km)"
      ),
      (
        "5 x 1km @ 4:30/km, 2min rest",
        "5: ambiguous repeat: only the last step of a list may repeat without parentheses | write 5x(1km @ "
          + "4:30/km, 2min rest) or 5x(1km @ 4:30/km), 2min rest"
      ),
      (
        "3 x 10 min tempo w/ 3 min easy",
        "12: found 'tempo', expected a kind such as run, '@', ',' or the end of the line | did you mean "
          + "'run'? | kinds are \(kinds) | for anything else, use a label: 3x(10m run \"tempo\", 3m jog \"easy\")"
      ),
      ("20min @ 5:30 min/km", "14: found 'min', expected /mi or /km after the time of a pace | write 20m @5:30/km"),
      (
        "5 km in 25:00",
        "6: found 'in', expected a kind such as run, '@', ',' or the end of the line | write 5km @5:00/km"
      ),
      ("run 5 km at 12 km/h", "10: found 'at', expected '@', ',' or the end of the line | write 5km run @12kph"),
      (
        "2 miles easy",
        "9: found 'easy', expected a kind such as run, '@', ',' or the end of the line | did you mean 'jog'? "
          + "| kinds are \(kinds) | for anything else, use a label: 2mi jog @10:00/mi \"easy\""
      ),
      (
        "1 mile warm up, 4x400m, 1 mile cool down",
        "19: '400m' would be 400 minutes, which is 6h40m | for metres, write 1mi warmup @16:30/mi, "
          + "4x(400mtr @10:00/mi), 1mi cooldown @16:30/mi | for the time, write 6h40m instead of 400m"
      ),
      (
        "30 sec on, 30 sec off x 10",
        "8: found 'on', expected a kind such as run, '@', ',' or the end of the line | did you mean 'work'? "
          + "| kinds are \(kinds) | for anything else, use a label: 10x(30s work \"on\", 30s rest \"off\")"
      ),
      (
        "30 Sek laufen, 30 Sek gehen",
        "4: found 'Sek', expected a unit: s, m, h, km, mi or mtr | write 30s run, 30s walk"
      ),
      (
        "30 s Laufen",
        "6: found 'Laufen', expected a kind such as run, '@', ',' or the end of the line | write 30s run"
      ),
      (
        "5 Min Aufwärmen",
        "7: found 'Aufwärmen', expected a kind such as run, '@', ',' or the end of the line | write 5m "
          + "warmup"
      ),
      (
        "1 min course, 1 min marche",
        "7: found 'course', expected a kind such as run, '@', ',' or the end of the line | write 1m run, "
          + "1m walk"
      ),
      ("2 minutos correr", "3: found 'minutos', expected a unit: s, m, h, km, mi or mtr | write 2m run"),
      (
        "10 min einlaufen",
        "8: found 'einlaufen', expected a kind such as run, '@', ',' or the end of the line | write 10m "
          + "warmup"
      ),
      ("30\" / 30\"", "3: found '\"', expected a unit: s, m, h, km, mi or mtr | write 30s, 30s"),
      ("5' run", "2: found ''', expected a unit: s, m, h, km, mi or mtr | write 5m run"),
      ("1'30\" run", "2: found ''', expected a unit: s, m, h, km, mi or mtr | write 1m30s run"),
      (
        "5'30\"/km",
        "2: found ''', expected a unit: s, m, h, km, mi or mtr | for an interval that lasts until 'next', "
          + "write open @5:30/km"
      ),
      ("10 · 30s", "4: found '·', expected 'x' after a count | write 10x(30s)"),
      ("4 * 30s run", "3: found '*', expected 'x' after a count | write 4x(30s run)"),
      (
        "4x(30s run; 30s walk)",
        "11: found ';', expected '@', ',' or the end of the line | write 4x(30s run, 30s walk)"
      ),
      ("4x[1m run, 1m walk]", "3: found '[', expected '(' or an interval | write 4x(1m run, 1m walk)"),
      ("{30s run, 30s walk} x 4", "1: a list in parentheses needs a count before it | write 4x(30s run, 30s walk)"),
      ("(30s run, 30s walk) x 4", "1: a list in parentheses needs a count before it | write 4x(30s run, 30s walk)"),
      ("(30s run, 30s walk)*4", "1: a list in parentheses needs a count before it | write 4x(30s run, 30s walk)"),
      ("repeat 5 times 30s run", "1: 'repeat' is neither a setting nor the beginning of a step | write 5x(30s run)"),
      ("5 times 30s run", "3: found 'times', expected a unit: s, m, h, km, mi or mtr | write 5x(30s run)"),
      (
        "5 sets of 1 min plank, 30 sec rest",
        "3: found 'sets', expected a unit: s, m, h, km, mi or mtr | kinds are \(kinds) | for anything "
          + "else, use a label: 5x(1m work \"plank\", 30s rest)"
      ),
      (
        "3 rounds: 30s squats, 30s rest",
        "3: found 'rounds', expected a unit: s, m, h, km, mi or mtr | kinds are \(kinds) | for anything "
          + "else, use a label: 3x(30s work \"squats\", 30s rest)"
      ),
      (
        "3 sets of 12 pushups",
        "3: found 'sets', expected a unit: s, m, h, km, mi or mtr | for a number of repetitions, write "
          + "3x(open work \"12 pushups\")"
      ),
      (
        "20 burpees",
        "4: found 'burpees', expected a unit: s, m, h, km, mi or mtr | for a number of repetitions, write "
          + "open work \"20 burpees\""
      ),
      (
        "3x12 bicep curls",
        "6: found 'bicep', expected a unit: s, m, h, km, mi or mtr | for a number of repetitions, write "
          + "3x(open work \"12 bicep curls\")"
      ),
      (
        "12 reps @ 60kg",
        "4: found 'reps', expected a unit: s, m, h, km, mi or mtr | for a number of repetitions, write open "
          + "work \"12 reps @ 60 kg\""
      ),
      (
        "plank 60s x 3",
        "1: 'plank' is neither a setting nor the beginning of a step | kinds are \(kinds) | for anything "
          + "else, use a label: 3x(60s work \"plank\")"
      ),
      ("Tabata", "1: 'tabata' is neither a setting nor the beginning of a step | write 8x(20s work, 10s rest)"),
      ("tabata 8", "1: 'tabata' is neither a setting nor the beginning of a step | write 8x(20s work, 10s rest)"),
      (
        "pomodoro",
        "1: 'pomodoro' is neither a setting nor the beginning of a step | write forever (25m work, 5m rest)"
      ),
      (
        "fartlek 30min",
        "1: 'fartlek' is neither a setting nor the beginning of a step | kinds are \(kinds) | for anything "
          + "else, use a label: 30m work \"fartlek\""
      ),
      ("30-30", "3: found '-30', expected a unit: s, m, h, km, mi or mtr | write 30s run, 30s walk"),
      ("30s/30s", "4: found '/', expected a kind such as run, '@', ',' or the end of the line | write 30s, 30s"),
      ("40/20 x 8", "1: '40' has no unit | write 8x(40s run, 20s walk)"),
      (
        "1:1",
        "3: found '1', expected two digits after ':' | for a ratio of run and walk in minutes, write 1m "
          + "run, 1m walk | for a time, write 1m1s"
      ),
      (
        "3:1 run walk",
        "3: found '1', expected two digits after ':' | for a ratio of run and walk in minutes, write 3m "
          + "run, 1m walk"
      ),
      ("run 3 min walk 1 min", "11: found 'walk', expected '@', ',' or the end of the line | write 3m run, 1m walk"),
      ("run 3min/walk 1min x5", "9: found '/', expected '@', ',' or the end of the line | write 5x(3m run, 1m walk)"),
      (
        "2h long run",
        "4: found 'long', expected a kind such as run, '@', ',' or the end of the line | put other words "
          + "in quotes, as a label: 2h run \"long\""
      ),
      ("1h30 run", "3: found '30', expected a comma between steps | write 1h30m run"),
      (
        "90 min Z2",
        "8: found 'Z2', expected a kind such as run, '@', ',' or the end of the line | write a zone, heart "
          + "rate, cadence, effort or incline as a label: 90m \"Z2\""
      ),
      (
        "45m @140bpm",
        "9: found 'bpm', expected a unit of speed: mph, kph or m/s | write a zone, heart rate, cadence, effort "
          + "or incline as a label: 45m \"140 bpm\""
      ),
      (
        "45m run @ 140-150 bpm",
        "14: found '-150', expected a unit of speed: mph, kph or m/s | write a zone, heart rate, cadence, effort "
          + "or incline as a label: 45m run \"140-150 bpm\""
      ),
      (
        "10m run @RPE 7",
        "10: found 'RPE', expected a pace such as 6:00/km or 6mph | write a zone, heart rate, cadence, effort "
          + "or incline as a label: 10m run \"RPE 7\""
      ),
      (
        "10m bike @200w",
        "5: found 'bike', expected a kind such as run, '@', ',' or the end of the line | write a zone, "
          + "heart rate, cadence, effort or incline as a label: 10m work \"bike @200w\""
      ),
      (
        "2m walk 4%",
        "9: found '4', expected '@', ',' or the end of the line | write a zone, heart rate, cadence, effort "
          + "or incline as a label: 2m walk \"4%\""
      ),
      ("1,5 km run @5:00/km", "1: '1' has no unit | write 1.5km run @5:00/km"),
      ("1,000m run", "1: '1' has no unit | for metres, write 1000mtr run @6:00/km"),
      ("10k @ 50:00", "12: found the end, expected /mi or /km after the time of a pace | write 10km @5:00/km"),
      ("5K run @ 5:00", "14: found the end, expected /mi or /km after the time of a pace | write 5km run @5:00/km"),
      ("400", "1: '400' has no unit | with your own pace, write 400mtr run @6:00/km"),
      ("30", "1: '30' has no unit | write 30s for seconds, 30m for minutes, or 30km, 30mi, 30mtr"),
      (
        "run",
        "4: found the end, expected a time such as 30s or a distance such as 400mtr | for an interval that "
          + "lasts until 'next', write open run"
      ),
      ("run 30", "5: '30' has no unit | write 30s for seconds, 30m for minutes, or 30km, 30mi, 30mtr"),
      ("for 30 minutes", "1: 'for' is neither a setting nor the beginning of a step | write 30m"),
      ("30s run → 30s walk", "9: found '→', expected '@', ',' or the end of the line | write 30s run, 30s walk"),
      ("30s run > 30s walk", "9: found '>', expected '@', ',' or the end of the line | write 30s run, 30s walk"),
      ("30s run | 30s walk", "9: found '|', expected '@', ',' or the end of the line | write 30s run, 30s walk"),
      ("30s run & 30s walk", "9: found '&', expected '@', ',' or the end of the line | write 30s run, 30s walk"),
      ("• 30s run", "1: found '•', expected a step such as 30s run | write 30s run"),
      ("1. 30s run", "3: found 'U+0020', expected a digit after the point | write 30s run"),
      ("1) 30s run", "1: '1' has no unit | write 30s run"),
      ("- 30s run", "1: found '-', expected a step such as 30s run | write 30s run"),
      ("30s run,", "8: nothing follows this comma | leave it out | or add a step"),
      ("30s run,, 30s walk", "9: found ',', expected a step such as 30s run | write 30s run, 30s walk"),
      (
        "4x",
        "3: found the end, expected '(' or an interval | write the steps to repeat, such as 4x(30s run, "
          + "30s walk)"
      ),
      ("4x(30s run, 30s walk", "21: found the end, expected ',' or ')' | close the list with a ')'"),
      ("30s run)", "8: unmatched ')' | leave it out | or begin the list with a count and '('"),
      (
        "until 5k: 30s run, 30s walk",
        "9: found ':', expected '(' or an interval | with your own pace, write until 5km (30s run "
          + "@6:00/km, 30s walk @10:00/km)"
      ),
      (
        "until exhaustion",
        "7: found 'exhaustion', expected a time such as 30s or a distance such as 400mtr | for an interval "
          + "that lasts until 'next', write open work \"until exhaustion\""
      ),
      ("till 20m (30s run)", "1: 'till' is neither a setting nor the beginning of a step | write until 20m (30s run)"),
      (
        "forever",
        "8: found the end, expected '(' or an interval | write the steps to repeat, such as forever (30s "
          + "run, 30s walk)"
      ),
      ("forever 30", "9: '30' has no unit | write 30s for seconds, 30m for minutes, or 30km, 30mi, 30mtr"),
      ("30s run until 20m", "9: found 'until', expected '@', ',' or the end of the line | write until 20m (30s run)"),
      ("every 30s", "1: 'every' is neither a setting nor the beginning of a step | write forever 30s"),
      ("every 2 min for 20 min", "1: 'every' is neither a setting nor the beginning of a step | write until 20m (2m)"),
      ("30s run x4, 60s walk", "9: found 'x4', expected '@', ',' or the end of the line | write 4x(30s run), 60s walk"),
      ("10x30s run/30s walk", "11: found '/', expected '@', ',' or the end of the line | write 10x(30s run, 30s walk)"),
      (
        "4x 30s run, 30s walk",
        "4: ambiguous repeat: only the last step of a list may repeat without parentheses | write 4x(30s "
          + "run, 30s walk) or 4x(30s run), 30s walk"
      ),
      (
        "100m sprint",
        "1: '100m' would be 100 minutes, which is 1h40m | for metres, write 100mtr sprint @6:00/km | for "
          + "the time, write 1h40m instead of 100m"
      ),
      (
        "200m",
        "1: '200m' would be 200 minutes, which is 3h20m | for metres, write 200mtr @6:00/km | for the "
          + "time, write 3h20m instead of 200m"
      ),
      (
        "50 yards sprint, 1m walk",
        "4: found 'yards', expected a unit: s, m, h, km, mi or mtr | a yard is 0.9144 m, and the unit yd is "
          + "unknown: write 45.72mtr sprint @6:00/km, 1m walk"
      ),
      (
        "400 ft run",
        "5: found 'ft', expected a unit: s, m, h, km, mi or mtr | a foot is 0.3048 m, and the unit ft is "
          + "unknown: write 121.92mtr run @6:00/km"
      ),
      ("30s RUN!", "8: found '!', expected '@', ',' or the end of the line | write 30s run"),
      ("30s run.", "8: found '.', expected '@', ',' or the end of the line | write 30s run"),
      ("30s run \"hard", "9: the text has no closing quote on its line | end the text with a straight quote: \"…\""),
      ("30s run 'hard'", "9: found ''', expected '@', ',' or the end of the line | write 30s run \"hard\""),
      (
        "30s run (hard)",
        "9: found '(', expected '@', ',' or the end of the line | put other words in quotes, as a label: 30s "
          + "run \"hard\""
      ),
      ("“easy” 30s", "1: found '“', expected a step such as 30s run | write 30s \"easy\""),
      (
        "30s hard",
        "5: found 'hard', expected a kind such as run, '@', ',' or the end of the line | did you mean "
          + "'work'? | kinds are \(kinds) | for anything else, use a label: 30s work \"hard\""
      ),
      (
        "30s @ easy",
        "7: found 'easy', expected a pace such as 6:00/km or 6mph | write a zone, heart rate, cadence, "
          + "effort or incline as a label: 30s \"easy\""
      ),
      ("5m @5", "5: '5' has no unit | write 5:00/mi or 5:00/km, or 5mph or 5kph"),
      ("5m @5:00", "9: found the end, expected /mi or /km after the time of a pace | write 5:00/mi or 5:00/km"),
      ("5m @5/km", "5: '5/km' is not a pace: minutes and seconds are needed | write 5m @5:00/km"),
      ("5m run 5:00/km", "8: found '5:00', expected '@', ',' or the end of the line | write 5m run @5:00/km"),
      ("5m run at 8 mph", "8: found 'at', expected '@', ',' or the end of the line | write 5m run @8mph"),
      ("5m run 8mph", "8: found '8mph', expected '@', ',' or the end of the line | write 5m run @8mph"),
      ("1m30 run", "3: found '30', expected a comma between steps | write 1m30s run"),
      ("1m 30 run", "4: found '30', expected a comma between steps | write 1m30s run"),
      ("1:30:00:00", "9: '00' is one field too many: a clock time has hours, minutes and seconds"),
      ("1:75 run", "3: '75' is out of range: minutes and seconds go up to 59 | write 2m15s run"),
      ("30s-run", "4: found '-run', expected a kind such as run, '@', ',' or the end of the line | write 30s run"),
      ("30s_run", "4: found '_', expected a kind such as run, '@', ',' or the end of the line | write 30s run"),
      ("1m rest 1m run", "9: found '1m', expected '@', ',' or the end of the line | write 1m rest, 1m run"),
      (
        "2x(3x(30s run 30s walk), 2m walk)",
        "15: found '30s', expected '@', ',' or the end of the line | write 2x(3x(30s run, 30s walk), 2m walk)"
      ),
      ("10x1", "4: '1' has no unit | write 1s for seconds, 1m for minutes, or 1km, 1mi, 1mtr"),
      (
        "1 minute run 2 minutes walk repeat 8",
        "14: found '2', expected '@', ',' or the end of the line | write 8x(1m run, 2m walk)"
      ),
      (
        "run/walk 5:1",
        "4: found '/', expected a time such as 30s or a distance such as 400mtr | for a ratio of run and "
          + "walk in minutes, write 5m run, 1m walk"
      ),
      (
        "intervals 8x400",
        "12: found 'x400', expected a unit: s, m, h, km, mi or mtr | with your own pace, write 8x(400mtr "
          + "run @6:00/km)"
      ),
      (
        "HIIT 20s/10s 8 rounds",
        "1: 'hiit' is neither a setting nor the beginning of a step | leave out 'HIIT': 8x(20s work, 10s "
          + "rest)"
      ),
      (
        "Couch to 5k",
        "1: 'couch' is neither a setting nor the beginning of a step | see the notation: intervalctl "
          + "notation"
      ),
      (
        "8 x 20 seconds work / 10 seconds rest",
        "21: found '/', expected '@', ',' or the end of the line | write 8x(20s work, 10s rest)"
      ),
      (
        "1m run + 1m walk = 1 set",
        "8: found '+', expected '@', ',' or the end of the line | write 1x(1m run, 1m walk)"
      ),
      (
        "30s run ; rest 30s ; repeat",
        "9: found ';', expected '@', ',' or the end of the line | write forever (30s run, 30s rest)"
      ),
      ("５分 run", "1: found '５分', expected a step such as 30s run | write 5m run"),
      ("30秒 run", "1: '30' has no unit | write 30s run"),
      ("٣٠s run", "1: found '٣٠s', expected a step such as 30s run | write 30s run"),
      ("30s run — 30s walk", "9: found '—', expected '@', ',' or the end of the line | write 30s run, 30s walk"),
      ("30s run…", "8: found '…', expected '@', ',' or the end of the line | write 30s run"),
      ("4х(30s run)", "1: '4' has no unit | write 4x(30s run)"),
      ("½ mile run", "1: found '½', expected a step such as 30s run | with your own pace, write 0.5mi run @10:00/mi"),
      ("1/2 mile run", "1: '1' has no unit | with your own pace, write 0.5mi run @10:00/mi"),
      ("1 1/2 min run", "1: '1' has no unit | write 1.5m run"),
      (
        "20min run @5:30/km-6:00/km",
        "19: found '-6:00', expected a label in quotes, ',' or the end of the line | leave out '-6:00/km'"
      ),
      ("1:75", "3: '75' is out of range: minutes and seconds go up to 59 | write 2m15s"),
      (
        "8 rounds 20s work 10s rest",
        "3: found 'rounds', expected a unit: s, m, h, km, mi or mtr | write 8x(20s work, 10s rest)"
      ),
      (
        "8 times 20s work 10s rest",
        "3: found 'times', expected a unit: s, m, h, km, mi or mtr | write 8x(20s work, 10s rest)"
      ),
      ("‘8x(20s work, 10s rest)’", "1: found '‘', expected a step such as 30s run | write 8x(20s work, 10s rest)"),
      ("10km run @50:00", "16: found the end, expected /mi or /km after the time of a pace | write 10km run @5:00/km"),
      ("5 miles @ 45:00", "16: found the end, expected /mi or /km after the time of a pace | write 5mi @9:00/mi"),
      (
        "marathon @ 4:00:00",
        "19: found the end, expected /mi or /km after the time of a pace | write marathon @5:41.27/km"
      ),
      (
        "12x400m @ 1:30",
        "4: '400m' would be 400 minutes, which is 6h40m | for metres, write 12x(400mtr @3:45/km) | for the "
          + "time, write 6h40m instead of 400m"
      ),
      ("6x800 in 3:00", "7: found 'in', expected a unit: s, m, h, km, mi or mtr | write 6x(800mtr run @3:45/km)"),
      (
        "6x800 @ 3:00",
        "3: '800' has no unit | if 3:00 is the total time, write 6x(800mtr run @3:45/km) | if 3:00 is the "
          + "pace, write 6x(800mtr run @3:00/km)"
      ),
      (
        "10x400 R90",
        "8: found 'R90', expected a unit: s, m, h, km, mi or mtr | with your own pace, write 10x(400mtr "
          + "@6:00/km, 90s rest)"
      ),
      (
        "6x800mtr (R: 2min)",
        "10: found '(', expected a kind such as run, '@', ',' or the end of the line | with your own pace, "
          + "write 6x(800mtr @6:00/km, 2m rest)"
      ),
      (
        "6x1000 rec 3'",
        "8: found 'rec', expected a unit: s, m, h, km, mi or mtr | with your own pace, write 6x(1000mtr "
          + "@6:00/km, 3m recover)"
      ),
      (
        "strides 6x100m",
        "1: 'strides' is neither a setting nor the beginning of a step | for metres, write 6x(100mtr "
          + "sprint @6:00/km \"strides\")"
      ),
      (
        "squats 3x10",
        "1: 'squats' is neither a setting nor the beginning of a step | for a number of repetitions, write "
          + "3x(open work \"10 squats\")"
      ),
      (
        "plank 60",
        "1: 'plank' is neither a setting nor the beginning of a step | if these are seconds, write 60s "
          + "work \"plank\" | if these are minutes, write 60m work \"plank\" | for a number of repetitions, "
          + "write open work \"60 plank\""
      ),
      (
        "WU 15', 4x5' T (1' jog), CD 10'",
        "1: 'wu' is neither a setting nor the beginning of a step | did you mean 'run'? | kinds are "
          + "\(kinds) | for anything else, use a label: 15m warmup, 4x(5m run \"T\", 1m jog), 10m cooldown"
      ),
      (
        "HIIT 8x(20s work, 10s rest)",
        "1: 'hiit' is neither a setting nor the beginning of a step | leave out 'HIIT': 8x(20s work, 10s "
          + "rest)"
      ),
      (
        "HIIT: 20s/10s x8",
        "1: 'hiit' is neither a setting nor the beginning of a step | leave out 'HIIT': 8x(20s work, 10s "
          + "rest)"
      ),
      ("tabata 40/20", "1: 'tabata' is neither a setting nor the beginning of a step | write 8x(40s work, 20s rest)"),
      (
        "Galloway 3:1",
        "1: 'galloway' is neither a setting nor the beginning of a step | for a ratio of run and walk in "
          + "minutes, write 3m run, 1m walk"
      ),
      (
        "Run 4 min walk 1 min for 5k",
        "11: found 'walk', expected '@', ',' or the end of the line | with your own pace, write until 5km "
          + "(4m run @6:00/km, 1m walk @10:00/km)"
      ),
      (
        "5k run/walk 4:1",
        "7: found '/', expected '@', ',' or the end of the line | with your own pace, write until 5km (4m "
          + "run @6:00/km, 1m walk @10:00/km)"
      ),
      (
        "loop 30s run, 30s walk",
        "1: 'loop' is neither a setting nor the beginning of a step | write forever (30s run, 30s walk)"
      ),
      (
        "30s run, 30s walk, repeat",
        "20: found 'repeat', expected a step such as 30s run | write forever (30s run, 30s walk)"
      ),
      ("while true (30s run)", "1: 'while' is neither a setting nor the beginning of a step | write forever 30s run"),
      (
        "2 hours and 30 minutes run",
        "9: found 'and', expected a kind such as run, '@', ',' or the end of the line | write 2h30m run"
      ),
      ("1/2 marathon", "1: '1' has no unit | with your own pace, write half @6:00/km"),
      ("HM @5:00/km", "1: 'hm' is neither a setting nor the beginning of a step | write half @5:00/km"),
      ("60 sec. run", "7: found '.', expected a kind such as run, '@', ',' or the end of the line | write 60s run"),
      (
        "90min Z2 HR<145",
        "7: found 'Z2', expected a kind such as run, '@', ',' or the end of the line | write a zone, heart "
          + "rate, cadence, effort or incline as a label: 90m \"Z2 HR<145\""
      ),
      (
        "10min a 9,5 km/h",
        "7: found 'a', expected a kind such as run, '@', ',' or the end of the line | write 10m @9.5kph"
      ),
      (
        "speed 8.5 incline 2 10m",
        "1: 'speed' is neither a setting nor the beginning of a step | for a speed in kph, write 10m "
          + "@8.5kph \"incline 2\" | for a speed in mph, write 10m @8.5mph \"incline 2\""
      ),
      ("@5:00/km 10km", "1: found '@', expected a step such as 30s run | write 10km @5:00/km"),
      ("@9kph 10m", "1: found '@', expected a step such as 30s run | write 10m @9kph"),
      ("1 heure run", "3: found 'heure', expected a unit: s, m, h, km, mi or mtr | write 1h run"),
      ("30 segundos correr", "4: found 'segundos', expected a unit: s, m, h, km, mi or mtr | write 30s run"),
      ("2 Std Lauf", "3: found 'Std', expected a unit: s, m, h, km, mi or mtr | write 2h run"),
      ("\"4x(30s run, 30s walk)\"", "1: found '\"', expected a step such as 30s run | write 4x(30s run, 30s walk)"),
      ("For time: 100 burpees", "1: 'for' is neither a setting nor the beginning of a step | did you mean 'forever'?"),
      (
        "couch to 10k",
        "1: 'couch' is neither a setting nor the beginning of a step | see the notation: intervalctl "
          + "notation"
      ),
      (
        "20m @threshold",
        "6: found 'threshold', expected a pace such as 6:00/km or 6mph | write a zone, heart rate, "
          + "cadence, effort or incline as a label: 20m \"threshold\""
      ),
      (
        "20m @MP",
        "6: found 'MP', expected a pace such as 6:00/km or 6mph | write a zone, heart rate, cadence, "
          + "effort or incline as a label: 20m \"MP\""
      ),
      ("10m run @10k/h", "12: found 'k', expected a unit of speed: mph, kph or m/s | write 10m run @10kph"),
      ("10m run @360s/km", "13: found 's', expected a unit of speed: mph, kph or m/s | write 10m run @6:00/km"),
      (
        "rest",
        "5: found the end, expected a time such as 30s or a distance such as 400mtr | for an interval that "
          + "lasts until 'next', write open rest"
      ),
      (
        "until 30min 30s run, 30s walk",
        "20: found ',', expected a time such as 30s or a distance such as 400mtr | write until 30m (30s "
          + "run, 30s walk)"
      ),
      (
        "E2MOM 20",
        "1: 'E2MOM' is neither a setting nor the beginning of a step | for a start on every minute, write "
          + "10x(2m work)"
      ),
    ] as [(String, String)])
  func `a plan in a foreign notation has a message with a plan that can be pasted`(text: String, words: String) throws {
    let error = try #require(throws: NotationError.self) { try PlanFile(text).workout(over: Settings()) }
    #expect((["\(error.column): \(error.message)"] + error.hints).joined(separator: " | ") == words)
    for line in error.correctedLines {
      #expect(throws: Never.self, "\(line)") { try PlanFile(line).workout(over: Settings()) }
    }
  }
}
