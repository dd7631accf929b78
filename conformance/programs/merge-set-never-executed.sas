/* source: Non-executable set statement, answer by Quentin (SAS Communities, Base SAS Programming) */
data five; length a $4 b $1; a='x'; b='y'; c=1; d=2; e=3; run;
data OneObs; if 0 then set five; run;
data ZeroObs; if 0 then set five; stop; run;
data OneMore; if 0 then set five; output; stop; run;
data TwoObs; if 0 then set five; output; output; stop; run;
/* log
NOTE: DATA STEP stopped due to looping.
NOTE: The data set WORK.ONEOBS has 1 observations and 5 variables.
NOTE: The data set WORK.ZEROOBS has 0 observations and 5 variables.
NOTE: The data set WORK.ONEMORE has 1 observations and 5 variables.
NOTE: The data set WORK.TWOOBS has 2 observations and 5 variables.
*/
