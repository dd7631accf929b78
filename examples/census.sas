/* Two data sets of census-like observations for an interleave: ALLA and ALLB, each in the order of SERIALNO.

   The data of a published measurement (SAS Global Forum 2013, paper 479), as far as the paper tells what is in them: 28
   variables, and as many observations as were counted there, in files of 834M each. With 26 numbers and two texts an
   observation has 224 bytes, which gives files of nearly that size. An observation is a person. Persons of a household have its
   SERIALNO; households with odd numbers are in ALLA, those with even numbers in ALLB. All values are computed from
   SERIALNO and the number of the person. Parameters, each set by --let NAME=VALUE:

     size    observations of each data set; 19386580 for the larger of the published sizes     (3877316)
     folder  where they are made                                                               (.)         */

%macro default(name, value);
  %if not %symexist(&name) %then %do;
    %global &name;
    %let &name = &value;
  %end;
%mend default;

%default(size, 3877316)
%default(folder, .)

libname savedata "&folder";

data savedata.alla (label="&size simulated persons of odd households")
     savedata.allb (label="&size simulated persons of even households");
  length serialno person persons state area weight tenure rooms built value rent vehicles 8
         region relation $ 8
         age sex marital birthplace citizen school degree occupation industry hours weeks wages income commute 8;
  array regions{4} $ 8 _temporary_ ('Midwest' 'East' 'South' 'West');
  array relations{5} $ 8 _temporary_ ('Head' 'Spouse' 'Child' 'Parent' 'Other');
  drop draw more_a more_b;
  more_a = &size;
  more_b = &size;

  do serialno = 1 by 1 until (more_a <= 0 and more_b <= 0);
    /* Multiples modulo a prime: every share of households is met, and neighbours differ. */
    draw = mod(48271 * serialno, 99991) / 99991;
    persons = 1 + (draw >= 0.27) + (draw >= 0.60) + (draw >= 0.76) + (draw >= 0.90) + (draw >= 0.97);
    state = 1 + mod(ceil(serialno / 1009), 51);
    area = 100 * state + mod(serialno, 37);
    region = regions{1 + mod(state, 4)};
    weight = 5 + mod(7919 * serialno, 41);
    draw = mod(30011 * serialno, 99989) / 99989;
    tenure = 1 + (draw >= 0.25) + (draw >= 0.66);
    rooms = 1 + floor(9 * draw * draw + persons / 3);
    built = 1939 + 10 * floor(8 * draw);
    value = (tenure < 3) * 1000 * (40 + floor(500 * draw * draw));
    rent = (tenure = 3) * 10 * (20 + floor(150 * draw));
    vehicles = min(persons, mod(serialno, 4));

    do person = 1 to persons;
      draw = mod(65539 * serialno + 17203 * person, 99971) / 99971;
      relation = relations{min(person, 3) + (person > 4) + (person > 5)};
      age = ifn(person <= 2, 20 + floor(65 * draw), floor(22 * draw));
      sex = 1 + mod(ceil(serialno / 2) + person, 2);
      marital = ifn(age < 16, 5, 1 + floor(5 * draw));
      birthplace = ifn(draw < 0.87, state, 100 + floor(400 * draw));
      citizen = 1 + (birthplace >= 100) * (1 + mod(person, 3));
      school = (age >= 3) * (1 + (age < 24));
      degree = min(16, floor(age / 1.5)) * (age >= 3);
      occupation = (age >= 16) * (10 + 10 * floor(970 * draw));
      industry = (age >= 16) * (170 + 10 * floor(970 * mod(7 * draw, 1)));
      hours = (age >= 16 and age < 67) * floor(60 * mod(11 * draw, 1));
      weeks = (hours > 0) * (1 + floor(52 * mod(13 * draw, 1)));
      wages = 10 * floor(hours * weeks * (0.8 + 3 * draw * draw));
      income = wages + (age >= 65) * 100 * floor(300 * draw);
      commute = (hours > 0) * floor(90 * mod(17 * draw, 1) ** 2);
      if mod(serialno, 2) then do;
        more_a = more_a - 1;
        if more_a >= 0 then output savedata.alla;
      end;
      else do;
        more_b = more_b - 1;
        if more_b >= 0 then output savedata.allb;
      end;
    end;
  end;
run;
