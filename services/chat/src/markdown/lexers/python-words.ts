/** The words of Python: keywords, built-in names, and names with a meaning of their own. */

export const KEYWORDS = `assert async await break continue del elif else except finally for global if
  lambda pass raise return try while with as yield`

export const WORD_OPERATORS = 'and in is not or'

/** Built-in values of Python 2 and 3; `print` is a function in 3 only. */
export const FUNCTIONS = `__import__ abs aiter all any bin bool breakpoint bytearray bytes callable chr classmethod
  compile complex delattr dict dir divmod enumerate eval filter float format frozenset getattr
  globals hasattr hash hex id input int isinstance issubclass iter len list locals map max
  memoryview min next object oct open ord pow property range repr reversed round set setattr
  slice sorted staticmethod str sum super tuple type vars zip`

export const FUNCTIONS_2 = `apply basestring buffer cmp coerce execfile exit file intern long raw_input reduce reload unichr
  unicode xrange`

export const EXCEPTIONS = `ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError
  BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError
  ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError
  EncodingWarning EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError
  FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning
  IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt
  LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError
  OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError
  PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError
  RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError
  SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError
  UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError
  Warning WindowsError ZeroDivisionError`

/** Methods that the language itself calls, without the underscores around them. */
export const SPECIAL_METHODS = `abs add aenter aexit aiter and anext await bool bytes call complex contains del delattr delete
  delitem dir divmod enter eq exit float floordiv format ge get getattr getattribute getitem gt
  hash iadd iand ifloordiv ilshift imatmul imod imul index init instancecheck int invert ior
  ipow irshift isub iter itruediv ixor le len length_hint lshift lt matmul missing mod mul ne
  neg new next or pos pow prepare radd rand rdivmod repr reversed rfloordiv rlshift rmatmul rmod
  rmul ror round rpow rrshift rshift rsub rtruediv rxor set setattr setitem str sub
  subclasscheck truediv xor`

/** Attributes that the language itself sets, without the underscores around them. */
export const SPECIAL_ATTRIBUTES = `annotations bases class closure code defaults dict doc file func globals kwdefaults module mro
  name objclass qualname self slots weakref`
