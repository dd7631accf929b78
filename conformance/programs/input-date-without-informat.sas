/* source: Cody Notes, Chapter 1 (R. Johnson, BIOS 524, Virginia Commonwealth University, people.vcu.edu/~rjohnson) */
data wrong;
  input ID LASTNAME $ DOB HEIGHT
        WEIGHT GENDER $ AGE;
datalines;
1 SMITH 1/23/66 68 144 M 26
;
/* log
NOTE: Invalid data for DOB in line 6 9-15.
ID=1 LASTNAME=SMITH DOB=. HEIGHT=68 WEIGHT=144 GENDER=M AGE=26 _ERROR_=1 _N_=1
*/
