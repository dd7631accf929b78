/* source: Macro Do Loop Iteration (SAS Communities, reply of Reeza with log) */
%macro loopchk;
  %do i=1 %to 10;
    %put I=&i;
  %end;
%mend loopchk;
%loopchk;
/* log
I=1
I=2
I=3
I=4
I=5
I=6
I=7
I=8
I=9
I=10
*/
