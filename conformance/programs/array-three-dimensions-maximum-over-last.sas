/* source: Max values over the last dimension of a three dimensional array (StackOverflow; github.com/rogerjdeangelis) */
data _null_;
  array mat[2,2,3] (3,2,1,4,5,6,7,8,9,10,11,12);
  array out[2,2];
  do x = 1 to 2; do y = 1 to 2;
    out[x,y] = max(mat[x,y,1], mat[x,y,2], mat[x,y,3]);
  end; end;
  do x = 1 to 2; put out[x,1] out[x,2]; end;
run;
/* log
3 6
9 12
*/
