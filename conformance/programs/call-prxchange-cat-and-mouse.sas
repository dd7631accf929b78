/* source: R. Cody, An Introduction to Perl Regular Expressions in SAS 9 (SUGI 29), Program CAT_AND_MOUSE */
data cat_and_mouse;
  input text $char40.;
  length newtext $ 80;
  if _n_ = 1 then match = prxparse('s/[Cc]at/Mouse/');
  retain match;
  call prxchange(match, -1, text, newtext, r_length, trunc, n_of_changes);
  put newtext= trunc= n_of_changes=;
  datalines;
The Cat in the hat
There are two cat cats in this line
;
/* log
newtext=The Mouse in the hat trunc=0 n_of_changes=1
newtext=There are two Mouse Mouses in this line trunc=0 n_of_changes=2
*/
