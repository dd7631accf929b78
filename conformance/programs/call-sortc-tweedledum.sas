/* source: SAS 9.4 Functions and CALL Routines: Reference, CALL SORTC Routine */
data _null_;
  array x(8) $ 10 ('tweedledum' 'tweedledee' 'baboon' 'baby' 'humpty' 'dumpty' 'banana' 'babylon');
  call sortc(of x(*));
  put (x(*)) (=);
run;
/* log
x1=baboon x2=baby x3=babylon x4=banana x5=dumpty x6=humpty x7=tweedledee x8=tweedledum
*/
