/* source: HEX and $HEX formats (renenyffenegger.ch, github about-SAS, formats-informats/hex) */
data _null_;
  do val = 0, 1, 16, 255, 256, 32767, 32768, 65535, 65536, 65537, -1;
    put val hex4. +1 @;
  end;
  put;
  length txt $ 9;
  txt = cat('ABC', '010203'x, 'DEF');
  put txt= $hex.;
  chr = '0102030405060708090a0b'x;
  put chr $hex50.;
run;
/* log
0000 0001 0010 00FF 0100 7FFF 8000 FFFF 0000 0001 FFFF
txt=414243010203444546
0102030405060708090A0B
*/
