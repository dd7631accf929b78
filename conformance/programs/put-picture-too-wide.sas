/* source: SAS Picture formats - without fear (or tears) (A. Skollermo, SAS Communities, 2023) */
proc format;
  picture wage low-high='000,009.99' (prefix='$');
  value wage2v low-0.01=[comma8.] 0.01-99999=[wage.] 99999-high=[comma8.];
run;
data _null_;
  do k=1 to 12;
    v=1.234567890*10**(k-4);
    put v wage. '   ' v wage2v.;
  end;
run;
/* log
$0.00 0
$0.01 $0.01
$0.12 $0.12
$1.23 $1.23
$12.34 $12.34
$123.45 $123.45
$1,234.56 $1,234.56
$12,345.67 $12,345.67
123,456.78 123,457
234,567.89 1234568
345,678.89 12345679
456,788.99 1.2346E8
*/
