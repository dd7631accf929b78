/* source: %STR and mnemonics (Forum 2007 paper 152-2007, Ex_1; renenyffenegger.ch, github about-SAS, mnemonics.sas) */
%macro trail(state);
  %if &state eq %str(NE) or &state eq %str(OR) or &state eq WY or &state eq ID
    %then %put The Oregon Trail ran through &state;
    %else %put The Oregon Trail did not run through &state;
%mend;
%trail(NY)
%trail(%str(OR))
%trail(%quote(NE))
%trail(WY)
/* log
The Oregon Trail did not run through NY
The Oregon Trail ran through OR
The Oregon Trail ran through NE
The Oregon Trail ran through WY
*/
