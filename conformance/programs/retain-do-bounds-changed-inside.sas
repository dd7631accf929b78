/* source: I Do, I Do, I DoW! A look at SAS DO and DoW loops (John Matro, Virginia Commonwealth University; slides in github.com/ProcJimi/curriculum, Week11) */
data _null_;
  do i = 1 to 10;
    put i=;
    i = i + 2;
  end;
run;
data _null_;
  a = 0;
  b = 10;
  c = 2;
  do i = a to b by c;
    put i=;
    a = 22;
    b = 33;
    c = 44;
  end;
run;
data _null_;
  do i = 1 by 2 to 20;
    put i=;
  end;
run;
data _null_;
  do i = -4, 21 to 40 by 3 while (i < 29), 7, 100, 61 to 66 by 2;
    put i=;
  end;
run;
data _null_;
  x = 0;
  do i = 1 by 1 while (x lt 50);
    x = i * 10;
    put i= x=;
  end;
run;
/* log
i=1
i=4
i=7
i=10
i=0
i=2
i=4
i=6
i=8
i=10
i=1
i=3
i=5
i=7
i=9
i=11
i=13
i=15
i=17
i=19
i=-4
i=21
i=24
i=27
i=7
i=100
i=61
i=63
i=65
i=1 x=10
i=2 x=20
i=3 x=30
i=4 x=40
i=5 x=50
*/
