libname out 'FOLDER';
data out.all;
  call streaminit(11);
  do n = 1 to ROWS;
    number = int(60 * rand('uniform') ** 2);
    if rand('uniform') < 0.02 then number = .;
    letter = substr('abcdefg', 1 + int(7 * rand('uniform')), 1);
    if rand('uniform') < 0.02 then letter = ' ';
    x = rand('normal') * 10 + 1000000;
    y = int(50 * rand('uniform')) - 10;
    z = rand('exponential');
    if rand('uniform') < 0.1 then x = .;
    if rand('uniform') < 0.1 then y = .a;
    if rand('uniform') < 0.1 then z = ._;
    if number = 7 then z = .z;
    often = int(5 * rand('uniform')) - 1;
    if rand('uniform') < 0.02 then often = .;
    weight = rand('uniform') * 2 - 0.1;
    if rand('uniform') < 0.02 then weight = .b;
    output;
  end;
run;

proc summary data=out.all;
  class number letter;
  var x y z;
  output out=out.classes n= nmiss= mean= std= min= max= range= sum= var= css= uss= cv= stderr= t=
    skewness= kurtosis= median= mode= p1= p5= p10= q1= q3= p90= p95= p99= qrange= / autoname;
run;

proc summary data=out.all missing nway;
  class number letter;
  var x;
  output out=out.missing n= mean= / autoname;
run;

proc summary data=out.all nway;
  class letter;
  var x y z;
  weight weight;
  freq often;
  output out=out.weighted n= sumwgt= sum= mean= var= css= uss= stderr= median= q1= / autoname;
run;

%macro definitions;
  %do definition = 1 %to 5;
    proc summary data=out.all nway qntldef=&definition;
      class number;
      var x z;
      output out=out.def&definition p1= p10= q1= median= p75= p99= / autoname;
    run;
  %end;
%mend;
%definitions
