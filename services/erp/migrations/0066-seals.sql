-- The last eight characters of the seal of what was stamped, by which the SAT's service of states is asked.
alter table oficina.timbrado add column fin_sello text;
