/* source: The FORMAT Procedure, Example 6: Printing the Description of Informats and Formats (sfu.ca/sasdoc, Version 7-8) */
proc format;
  picture nozeros low - -1='00.00' (prefix='-') -1<-<0='99' (prefix='-.' mult=100)
    0-<1='99' (prefix='.' mult=100) 1-high='00.00';
run;
proc format fmtlib;
  select nozeros;
run;
/* listing
|       FORMAT NAME: NOZEROS  LENGTH:    5   NUMBER OF VALUES:    4        |
|   MIN LENGTH:   1  MAX LENGTH:  40  DEFAULT LENGTH   5  FUZZ: STD        |
|LOW             |              -1|00.00               P-  F  M100         |
|              -1<               0<99                  P-. F  M100         |
|               0|               1<99                  P.  F  M100         |
|               1|HIGH            |00.00               P   F  M100         |
*/
