/* source: Match strings regardless of the order of letters (StackOverflow; github.com/rogerjdeangelis) */
data find;
  input s $;
  array c(3) $ 1;
  do i = 1 to 3; c(i) = char(s, i); end;
  call sortc(of c(*));
  ordered = cats(of c(*));
  keep ordered;
  datalines;
CBC
ABB
;
data want;
  if _n_ = 1 then do;
    if 0 then set find;
    declare hash h(dataset: 'find');
    h.definekey('ordered');
    h.definedone();
  end;
  input s $;
  array c(3) $ 1;
  do i = 1 to 3; c(i) = char(s, i); end;
  call sortc(of c(*));
  ordered = cats(of c(*));
  if h.find() = 0 then put ordered s;
  datalines;
BCC
CAB
ABB
CBC
CCB
BAB
CDB
;
/* log
BCC BCC
ABB ABB
BCC CBC
BCC CCB
ABB BAB
*/
