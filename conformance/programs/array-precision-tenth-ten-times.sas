/* source: Cody notes chapter 5, adding 1/10 ten times (R. Johnson, VCU BIOS 524) */
data _null_;
  acc = 0;
  do k = 1 to 10;
    acc + 0.1;
    put acc hex16. ' ' acc;
  end;
  unit = 1;
  if acc = 1 then put 'same';
  else put 'what happened?' / unit hex16.;
run;
/* log
3FB999999999999A 0.1
3FC999999999999A 0.2
3FD3333333333334 0.3
3FD999999999999A 0.4
3FE0000000000000 0.5
3FE3333333333333 0.6
3FE6666666666666 0.7
3FE9999999999999 0.8
3FECCCCCCCCCCCCC 0.9
3FEFFFFFFFFFFFFF 1
what happened?
3FF0000000000000
*/
