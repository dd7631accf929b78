/* source: SAS Certification Prep Guide, assignment and length (SAS Institute, oreilly.com); STAT 4197/6197 course notes, Week 3, Ex12_IFC_IFN_Function (ProcJimi/curriculum, GitHub, 2019) */
data tests;
  input seconds;
  if seconds > 800 then testlength = 'Norm';
  else testlength = 'Short';
  length group $10;
  group = ifc(36 <= seconds <= 64, '36-64 Years', '65+ Years');
  put testlength= group=;
  datalines;
850
40
;
/* log
testlength=Norm group=65+ Years
testlength=Shor group=36-64 Year
*/
