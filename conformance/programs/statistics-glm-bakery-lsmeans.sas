/* source: SAS Textbook Examples, Applied Linear Statistical Models (Neter, Kutner), chapter 19, table 19.7 (UCLA ATS) */
data loaves;
  do height=1 to 3;
    do width=1, 2;
      do k=1, 2;
        input sales @@; output;
      end;
    end;
  end;
  datalines;
47 43 46 40 62 68 67 71 41 39 42 46
;
run;
proc glm data=loaves;
  class height width;
  model sales=height|width;
  lsmeans height width height*width;
run; quit;
/* listing
Least Squares Means
height sales LSMEAN
1 44.0000000
2 67.0000000
3 42.0000000
width sales LSMEAN
1 50.0000000
2 52.0000000
height width sales LSMEAN
1 1 45.0000000
1 2 43.0000000
2 1 65.0000000
2 2 69.0000000
3 1 40.0000000
3 2 44.0000000
*/
