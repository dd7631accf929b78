/* source: castle1lst.txt, Castle Bakery listing (Jerry Brunner, University of Toronto, 1998) */
proc format;
  value high 1='Bottom' 2='Middle' 3='Top';
  value wide 1='Regular' 2='Wide';
run;
data loaves;
  do HEIGHT=1 to 3; do WIDTH=1, 2; do k=1, 2;
    input SALES @@; output;
  end; end; end;
  format HEIGHT high. WIDTH wide.;
  label SALES='Sales in cases';
  datalines;
47 43 46 40 62 68 67 71 41 39 42 46
;
run;
ods output ModelANOVA=parts;
proc glm data=loaves;
  class HEIGHT WIDTH;
  model SALES = HEIGHT|WIDTH / ss1;
run; quit;
proc print data=parts noobs;
  var Source DF SS MS FValue;
  format SS MS 14.7 FValue 6.2;
run;
/* listing
HEIGHT 3 Bottom Middle Top
WIDTH 2 Regular Wide
Dependent Variable: SALES Sales in cases
HEIGHT 2 1544.0000000 772.0000000 74.71
WIDTH 1 12.0000000 12.0000000 1.16
*/
