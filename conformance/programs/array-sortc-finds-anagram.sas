/* source: SAS/Python Identify anagrams (rogerjdeangelis on GitHub) */
data _null_;
  array letter[9] $ 1;
  length word other $ 9 sorted sample $ 9;
  word = 'dormitory';
  do k = 1 to 9; letter[k] = char(word, k); end;
  call sortc(of letter[*]);
  sample = cat(of letter[*]);
  do other = 'dirtyroom', 'mycollege', 'myparties', 'graduates';
    do k = 1 to 9; letter[k] = char(other, k); end;
    call sortc(of letter[*]);
    sorted = cat(of letter[*]);
    if sorted = sample then put 'anagram ' word= other=;
  end;
run;
/* log
anagram word=dormitory other=dirtyroom
*/
