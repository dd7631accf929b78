/* source: Compress function (SAS Communities, New SAS User, m-p/565493) */
data w;
  length x $50;
  x = 'Sorslev Stole As New';
  z = compress(x, '000102030405060708090A0B0C0D0E0F10111213141516171819201A1B1C1D1E1F'x);
  put x=; put z=;
  d = compress('PALM BEACH', '4142'x);
  put d=;
run;
/* log
x=Sorslev Stole As New
z=SorslevStoleAsNew
d=PLM ECH
*/
