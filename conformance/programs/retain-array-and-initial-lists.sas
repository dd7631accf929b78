/* source: RETAIN statement, Example: Overview of the RETAIN Operation (SAS Language Reference Version 7, okstate.edu) */
options ls=200;
data _null_;
  array City{3} $ City1-City3;
  array pop{3} Citypop1-Citypop3;
  retain Year Taxyear 1997 City ' ' pop (10000, 50000, 100000);
  put 'top: ' _all_;
  input Gain;
  do i = 1 to dim(pop);
    pop{i} + Gain;
  end;
  put 'end: ' _all_;
  datalines;
5000
10000
;
run;
/* log
top: City1= City2= City3= Citypop1=10000 Citypop2=50000 Citypop3=100000 Year=1997 Taxyear=1997 Gain=. i=. _ERROR_=0 _N_=1
end: City1= City2= City3= Citypop1=15000 Citypop2=55000 Citypop3=105000 Year=1997 Taxyear=1997 Gain=5000 i=4 _ERROR_=0 _N_=1
top: City1= City2= City3= Citypop1=15000 Citypop2=55000 Citypop3=105000 Year=1997 Taxyear=1997 Gain=. i=. _ERROR_=0 _N_=2
end: City1= City2= City3= Citypop1=25000 Citypop2=65000 Citypop3=115000 Year=1997 Taxyear=1997 Gain=10000 i=4 _ERROR_=0 _N_=2
top: City1= City2= City3= Citypop1=25000 Citypop2=65000 Citypop3=115000 Year=1997 Taxyear=1997 Gain=. i=. _ERROR_=0 _N_=3
*/
