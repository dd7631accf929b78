/* source: SAS automatic macro variable sysmacroname (renenyffenegger.ch, github about-SAS) */
%macro tq84_bar;
  %put bar: &sysmacroname;
%mend;
%macro tq84_foo;
  %put foo: &sysmacroname;
  %tq84_bar
%mend;
%tq84_foo
/* log
foo: TQ84_FOO
bar: TQ84_BAR
*/
