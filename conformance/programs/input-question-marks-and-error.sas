/* source: ?? format modifier (studysas.blogspot.com, 2009); Tips: Using ?? in the INPUT Statement (Art Carpenter, sascommunity.org) */
data _null_;
  input age ?? name $;
  put name= _error_=;
datalines;
15   Fred
14   Sally
x    John
;
data _null_;
  input age ? name $;
  if name = 'John' then put 'one mark ' _error_=;
datalines;
15   Fred
14   Sally
x    John
;
/* log
name=Fred _ERROR_=0
name=Sally _ERROR_=0
name=John _ERROR_=0
one mark _ERROR_=1
*/
