/* Simulated insurance claims, 128 bytes an observation.

   The data set of a published measurement (SAS Global Forum 2007, paper 196), as far as the paper tells what is in
   it: a claim has a member, whose sex and region do not change, a date within a year, what was charged, and what the
   insurer paid of it. The same seed gives the same claims. Parameters, each set by --let NAME=VALUE:

     size     observations; the data set is SIMCLAIMS followed by this number      (10000000)
     folder   where it is made                                                     (.)
     seed     of the random numbers                                                (196)
     members  whose claims they are                                                (size / 10)
     year     of the claims                                                        (2006)                         */

%macro default(name, value);
  %if not %symexist(&name) %then %do;
    %global &name;
    %let &name = &value;
  %end;
%mend default;

%default(size, 10000000)
%default(folder, .)
%default(seed, 196)
%default(members, %eval(&size / 10 + 1))
%default(year, 2006)

libname savedata "&folder";

/* Eight numbers of 8 bytes, and texts of 64 bytes in all. */
data savedata.simclaims&size (label="&size simulated claims of &year, seed &seed");
  length claim_id mem_id prov_id from_dt thru_dt charge allowed paid 8
         mem_sex $ 1 region $ 9 plan $ 4 place $ 2 status $ 6
         diagnosis $ 7 procedure $ 5 claim_no $ 16 group_no $ 14;
  format from_dt thru_dt date9. charge allowed paid 12.2;
  array sexes{2} $ 1 _temporary_ ('F' 'M');
  array regions{4} $ 9 _temporary_ ('Midwest' 'Northeast' 'South' 'West');
  array plans{4} $ 4 _temporary_ ('HMO' 'PPO' 'POS' 'FFS');
  array places{4} $ 2 _temporary_ ('11' '21' '22' '23');
  drop draw;
  call streaminit(&seed);

  do claim_id = 1 to &size;
    /* Sex and region go with the member: the same multiple of its number always has the same rest. */
    mem_id = ceil(&members * rand('uniform'));
    draw = mod(104729 * mem_id, 10007) / 10007;
    mem_sex = sexes{1 + (draw >= 0.52)};
    draw = mod(7919 * mem_id, 10009) / 10009;
    region = regions{1 + (draw >= 0.22) + (draw >= 0.40) + (draw >= 0.78)};
    plan = plans{1 + mod(mem_id, 4)};
    group_no = 'GRP' || put(mod(mem_id, 997), z11.);

    prov_id = ceil(50000 * rand('uniform'));
    from_dt = mdy(1, 1, &year) + floor((mdy(12, 31, &year) - mdy(1, 1, &year) + 1) * rand('uniform'));
    thru_dt = from_dt + floor(4 * rand('uniform') ** 3);

    draw = rand('uniform');
    place = places{1 + (draw >= 0.70) + (draw >= 0.80) + (draw >= 0.93)};
    status = ifc(mod(draw, 0.1) < 0.097, 'paid', 'denied');
    charge = round(exp(rand('normal', 4.6, 1.1)), 0.01);
    allowed = round(charge * (0.5 + 0.4 * rand('uniform')), 0.01);
    paid = (status = 'paid') * round(0.8 * allowed, 0.01);

    diagnosis = 'D' || put(floor(14000 * rand('uniform')), z6.);
    procedure = put(99200 + floor(800 * rand('uniform')), z5.);
    claim_no = 'C' || put(claim_id, z15.);
    output;
  end;
run;
