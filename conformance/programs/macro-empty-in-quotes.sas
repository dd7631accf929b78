/* source: Quoting macro variables - keep it simple (oview.co.uk SAS tips) */
%macro t(title);
  %if "&title" = "" %then %let title=Default title;
  %put [&title];
%mend;
%t()
%t(Stocks and Shares Earnings)
%let none=;
%put single quotes %eval("&none" = '');
/* log
[Default title]
[Stocks and Shares Earnings]
single quotes 0
*/
