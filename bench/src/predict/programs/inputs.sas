/* The inputs of the other programs: A, and B if it is asked for, of &ROWS observations of 200 bytes each, in the order
   of ID. K1 and K2 look shuffled; both together are different for up to a hundred million observations. */
%macro inputs;
  libname in "&folder";
  data in.a %if &both %then in.b;;
    length region quarter $ 8;
    array x{20} x1-x20;
    array regions{4} $ 8 _temporary_ ('Midwest' 'East' 'South' 'West');
    drop j;
    do id = 1 to &rows * (1 + &both);
      k1 = mod(7919 * id, 10007);
      k1 = mod(mod(k1 * k1, 10007) * k1, 10007);
      k2 = mod(104729 * id, 10037);
      k2 = mod(mod(k2 * k2, 10037) * k2, 10037);
      region = regions{1 + mod(k1, 4)};
      quarter = put(1 + mod(k2, 4), 1.) || ' Q';
      do j = 1 to 20;
        x{j} = id + j;
      end;
      %if &both %then %do;
        if mod(id, 2) = 0 then output in.b;
        else
      %end;
      output in.a;
    end;
  run;
%mend inputs;
%inputs
