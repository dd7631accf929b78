/* source: Diseases that differ from those of the first visit (SAS-L, M. Keintz; github.com/rogerjdeangelis) */
data have;
  input id $ visit pattern $ request $;
  datalines;
1 1 10000 ref
1 2 00000 diff
1 4 10000 same
1 5 00000 diff
2 1 10000 ref
2 2 00010 diff
2 3 10000 same
3 1 00010 ref
3 3 00010 same
3 5 10001 diff
;
data _null_;
  merge have(where=(visit=1) rename=(pattern=ref)) have;
  by id;
  length want $ 4;
  if visit = 1 then want = 'ref';
  else want = ifc(pattern = ref, 'same', 'diff');
  put id visit want request;
run;
/* log
1 1 ref ref
1 2 diff diff
1 4 same same
1 5 diff diff
2 1 ref ref
2 2 diff diff
2 3 same same
3 1 ref ref
3 3 same same
3 5 diff diff
*/
