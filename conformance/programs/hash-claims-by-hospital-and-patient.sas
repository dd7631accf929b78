/* source: sas/hash_build_traverse_agg_save.sas (Bob Heckel, github.com/bheckel/code), desired results */
data claims;
  input patid :$2. admit :mmddyy8. disch :mmddyy8. hospid :$4. payment;
  format admit disch mmddyy8.;
  datalines;
P1 03/05/15 03/08/15 H111 1111.11
P1 01/03/16 01/09/16 H333 222.22
P1 10/12/16 10/15/16 H333 333.33
P2 05/05/15 05/06/15 H222 444.44
P2 09/16/15 10/01/15 H222 11.11
P2 12/01/15 12/15/15 H555 5555.55
P2 04/04/16 05/06/16 H111 7777.77
P2 06/06/16 06/08/16 H444 111.11
;
data hospitals;
  input hospid :$4. hosptype :$8.;
  datalines;
H111 ACUTE
H222 ACUTE
H333 REHAB
H444 PSYCH
;
data _null_;
  length hosptype $ 8 n_clms tot_pay min_admit max_disch 8;
  format min_admit max_disch mmddyy8.;
  declare hash types(dataset: 'hospitals');
  types.definekey('hospid'); types.definedata('hosptype'); types.definedone();
  declare hash h(ordered: 'a');
  h.definekey('hospid'); h.definedata('n_clms', 'tot_pay', 'hospid', 'hosptype'); h.definedone();
  declare hash p(ordered: 'a');
  p.definekey('patid', 'hospid'); p.definedata('min_admit', 'max_disch', 'patid', 'hospid'); p.definedone();
  do until (last);
    set claims end=last;
    if h.find() ne 0 then do;
      n_clms = 0; tot_pay = 0;
      if types.find() ne 0 then hosptype = '?';
    end;
    n_clms + 1; tot_pay + payment;
    h.replace();
    if p.find() ne 0 then call missing(min_admit, max_disch);
    min_admit = min(min_admit, admit); max_disch = max(max_disch, disch);
    p.replace();
  end;
  h.output(dataset: 'hosp_sum');
  p.output(dataset: 'pat_sum');
  stop;
run;
proc print data=hosp_sum; run;
proc print data=pat_sum; run;
/* listing
Obs n_clms tot_pay hospid hosptype
1 2 8888.88 H111 ACUTE
2 2 455.55 H222 ACUTE
3 2 555.55 H333 REHAB
4 1 111.11 H444 PSYCH
5 1 5555.55 H555 ?
1 03/05/15 03/08/15 P1 H111
2 01/03/16 10/15/16 P1 H333
3 04/04/16 05/06/16 P2 H111
4 05/05/15 10/01/15 P2 H222
5 06/06/16 06/08/16 P2 H444
6 12/01/15 12/15/15 P2 H555
*/
