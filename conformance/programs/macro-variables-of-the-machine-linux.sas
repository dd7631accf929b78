/* source: SAS 9.4 Macro Language: Reference, SYSADDRBITS, SYSENDIAN, SYSSIZEOFPTR, SYSSIZEOFLONG, SYSSCP, SYSSCPL on Linux x64 */
%put &=sysaddrbits &=sysendian &=syssizeofptr &=syssizeoflong &=syssizeofunicode;
%put &=sysscp;
%put &=sysscpl;
/* log
SYSADDRBITS=64 SYSENDIAN=LITTLE SYSSIZEOFPTR=8 SYSSIZEOFLONG=8 SYSSIZEOFUNICODE=4
SYSSCP=LIN X64
SYSSCPL=Linux
*/
