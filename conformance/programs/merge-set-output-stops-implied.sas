/* source: How does one or more data step output statements work, question 41938595 (Stack Overflow) */
data T1; do i=1 to 100; output; end; run;
data T2; set T1; if _n_ in (4 8 11) then output; run;
data T3; set T1; if _n_ in (4 8 11) then output; output; run;
/* log
NOTE: The data set WORK.T1 has 100 observations and 1 variables.
NOTE: The data set WORK.T2 has 3 observations and 1 variables.
NOTE: The data set WORK.T3 has 103 observations and 1 variables.
*/
