/* source: SAS macro variables: indirect reference (renenyffenegger.ch, github about-SAS) */
%let fourty_two=42;
%let number=fourty_two;
%put The number &number is  &&number;
%put The number &number is &&&number;
%let germantwo=zwei;
%let frenchtwo=deux;
%let lang=french;
%let num=two;
%put In &lang, &num is &&&lang&num;
/* log
The number fourty_two is  fourty_two
The number fourty_two is 42
In french, two is deux
*/
