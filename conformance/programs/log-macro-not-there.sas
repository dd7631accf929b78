/* source: MERROR System Option, SAS 9.3 Macro Language: Reference (support.sas.com) */
title Cost Expressed as %Sales;
/* log
WARNING: Apparent invocation of macro SALES not resolved.
*/
