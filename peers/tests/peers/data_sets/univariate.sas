libname out 'FOLDER';
data out.all;
  call streaminit(5);
  array sizes{6} _temporary_ (3 9 20 150 1900 4100);
  do g = 1 to 6;
    do i = 1 to sizes{g};
      x = rand('normal') * 3 + 0.4;
      e = rand('exponential');
      k = int(9 * rand('uniform')) - 3;
      often = int(4 * rand('uniform'));
      if i > 3 and rand('uniform') < 0.05 then x = .;
      if i > 3 and rand('uniform') < 0.05 then k = .b;
      output;
    end;
  end;
run;

proc univariate data=out.all noprint mu0=0.5;
  class g;
  var x e k;
  output out=out.figures n=xn en kn nmiss=xmiss emiss kmiss nobs=xobs eobs kobs mean=xmean emean kmean std=xstd estd kstd
    skewness=xskew eskew kskew kurtosis=xkurt ekurt kkurt t=xt et kt probt=xpt ept kpt msign=xm em km
    probm=xpm epm kpm signrank=xs es ks probs=xps eps kps normaltest=xw ew kw probn=xpw epw kpw mode=xmode emode kmode
    pctlpts=0 2.5 33.3 97.5 100 pctlpre=x_ e_ k_ pctlname=a b c d f;
run;

proc univariate data=out.all noprint;
  class g;
  var k;
  freq often;
  output out=out.often n=n mean=mean q1=q1 median=median q3=q3 msign=m probm=pm signrank=s probs=ps normaltest=w;
run;

%macro definitions;
  %do definition = 1 %to 5;
    proc univariate data=out.all noprint pctldef=&definition;
      class g;
      var x k;
      output out=out.def&definition pctlpts=0.5 10 37.5 50 99.9 pctlpre=x k pctlname=a b c d f;
    run;
  %end;
%mend;
%definitions
