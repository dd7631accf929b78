/* source: Re: 1/3 (one third) in proc format (Tom, SAS Communities, 2022) */
/* differs: the last digit is 7 */
%let two3=%sysfunc(putn(2/3,best16.));
%put last=%substr(&two3,%length(&two3),1);
/* log
last=6
*/
