/* source: Strange results with format value ranges. Any help, please? (SAS Communities, 2012) */
proc format;
  value lim . ='None' low-<3.5='Normal' 3.5-<6.0='Elevated' 6.0-<20.0='Unacceptable' 20.0-high='Error';
run;
data steps;
  do i=0 to 21 by 0.1;
    j=i;
    output;
  end;
run;
proc print data=steps;
  var i j;
  format j lim.;
run;
/* listing
34 3.3 Normal
35 3.4 Normal
36 3.5 Elevated
37 3.6 Elevated
60 5.9 Elevated
61 6.0 Elevated
62 6.1 Unacceptable
200 19.9 Unacceptable
201 20.0 Unacceptable
202 20.1 Error
*/
