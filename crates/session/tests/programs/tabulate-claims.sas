/* A job of a measurement that was published: claims with the quarter of their date, and counts by quarter,
   region and sex. */
data simclaims;
  call streaminit(11);
  length region $ 9 mem_sex $ 1 rest $ 70;
  format from_dt date9.;
  do claim = 1 to 4000;
    region = scan('Northeast Midwest South West', 1 + mod(claim, 4));
    mem_sex = substr('FM', 1 + (mod(claim, 7) > 3), 1);
    from_dt = '01jan2003'd + mod(claim * 13, 365);
    charge = 20 + mod(claim, 977) / 4;
    paid = 0.8 * charge;
    output;
  end;
run;

data testdata;
  set simclaims;
  rec_id+1;
  out_of_pocket_costs=charge-paid;
  quarter=compress(put(from_dt,qtrr.))||' Q';
run;

proc tabulate data=testdata;
  class mem_sex region quarter;
  table quarter*region,mem_sex all;
run;
