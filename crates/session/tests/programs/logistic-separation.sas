* Responses that a variable tells apart, wholly and nearly;
data apart;
  do x = 1 to 20; y = x > 9; often = x = 9; nearly = y or x = 9; output; end;
  x = 9; nearly = 0; output;
run;
proc logistic data=apart(obs=20); model y(event='1') = x; run;
proc logistic data=apart; model nearly(event='1') = x; run;
proc logistic data=apart(obs=20) noprint; model y(event='1') = x / maxiter=3; run;
