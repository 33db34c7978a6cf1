/** What a JSON Schema is, and what data may not be by one: the validator's words. */
export const SCHEMAS = {
  'must be a JSON Schema: an object, or true or false':
    'debe ser un JSON Schema: un objeto, o true o false',
  'must not be asynchronous ($async)': 'no debe ser asíncrono ($async)',
  'is not a valid JSON Schema: %{why}': 'no es un JSON Schema válido: %{why}',
  'it cannot be compiled': 'no se puede compilar',
  'is not valid JSON': 'no es JSON válido',
  'takes too long or too much memory to compile':
    'tarda demasiado u ocupa demasiada memoria al compilarse',
  'the schema refers to itself endlessly': 'el esquema se refiere a sí mismo sin fin',
  'the validation took longer than %{max} ms': 'la validación tardó más de %{max} ms',
  'the validation took too much memory': 'la validación ocupó demasiada memoria',

  'must be string': 'debe ser un texto',
  'must be number': 'debe ser un número',
  'must be integer': 'debe ser un número entero',
  'must be boolean': 'debe ser true o false',
  'must be array': 'debe ser una lista',
  'must be object': 'debe ser un objeto',
  'must be null': 'debe ser null',
  'must be %{type}': 'debe ser de tipo %{type}',
  'must be %{comparison} %{limit}': 'debe ser %{comparison} %{limit}',
  'should be %{comparison} %{limit}': 'debería ser %{comparison} %{limit}',
  'must be multiple of %{multipleOf}': 'debe ser múltiplo de %{multipleOf}',
  'must be equal to constant': 'debe ser igual al valor fijo',
  'must be equal to one of the allowed values': 'debe ser uno de los valores permitidos',
  "must have required property '%{missingProperty}'":
    "debe tener la propiedad '%{missingProperty}'",
  'must have property %{deps} when property %{property} is present':
    'debe tener la propiedad %{deps} cuando está la propiedad %{property}',
  'must have properties %{deps} when property %{property} is present':
    'debe tener las propiedades %{deps} cuando está la propiedad %{property}',
  'must NOT have additional properties': 'NO debe tener otras propiedades',
  'must NOT have unevaluated properties': 'NO debe tener propiedades sin evaluar',
  'property name must be valid': 'el nombre de la propiedad debe ser válido',
  'must NOT have fewer than %{limit} characters': 'NO debe tener menos de %{limit} caracteres',
  'must NOT have more than %{limit} characters': 'NO debe tener más de %{limit} caracteres',
  'must NOT have fewer than %{limit} items': 'NO debe tener menos de %{limit} elementos',
  'must NOT have more than %{limit} items': 'NO debe tener más de %{limit} elementos',
  'must NOT have fewer than %{limit} properties': 'NO debe tener menos de %{limit} propiedades',
  'must NOT have more than %{limit} properties': 'NO debe tener más de %{limit} propiedades',
  'must NOT have duplicate items (items ## %{j} and %{i} are identical)':
    'NO debe tener elementos repetidos (los elementos ## %{j} y %{i} son iguales)',
  'must contain at least %{minContains} valid item(s)':
    'debe contener al menos %{minContains} elemento(s) válido(s)',
  'must contain at least %{minContains} and no more than %{maxContains} valid item(s)':
    'debe contener al menos %{minContains} y a lo más %{maxContains} elemento(s) válido(s)',
  'must match pattern "%{pattern}"': 'debe coincidir con el patrón "%{pattern}"',
  'must match format "%{format}"': 'debe tener el formato "%{format}"',
  'must match a schema in anyOf': 'debe cumplir un esquema de anyOf',
  'must match exactly one schema in oneOf': 'debe cumplir exactamente un esquema de oneOf',
  'must match "%{failingKeyword}" schema': 'debe cumplir el esquema "%{failingKeyword}"',
  'must NOT be valid': 'NO debe ser válido',
  'boolean schema is false': 'el esquema es false',
} as const
