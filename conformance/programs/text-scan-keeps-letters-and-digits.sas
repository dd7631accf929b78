/* source: Scan function with modifiers (SAS Forum; rogerjdeangelis on GitHub) */
data _null_;
  length id $ 4 codes $ 48 single $ 20;
  input id codes & $48.;
  do k = 1 by 1;
    single = scan(codes, k, , 'kad');
    if missing(single) then leave;
    put id single;
  end;
  cards4;
0122 WESXQI3C, BOUX17Q9, WESXYBWF
4512 DENX9UPH; BLUX8Z3F; DENXDQQ3
4611 WEBXA56H, GERXDQN9 AEWEB GERXERSG JOYWEB
5251 DAWXR5D1
;;;;
run;
/* log
0122 WESXQI3C
0122 BOUX17Q9
0122 WESXYBWF
4512 DENX9UPH
4512 BLUX8Z3F
4512 DENXDQQ3
4611 WEBXA56H
4611 GERXDQN9
4611 AEWEB
4611 GERXERSG
4611 JOYWEB
5251 DAWXR5D1
*/
