/** The errors of a form: at most one message per field, by its catalogue key. Empty if there are none. */
export type FormErrors<Field extends string, Key extends string> = {
  readonly [F in Field]?: { readonly key: Key; readonly params?: Readonly<Record<string, string>> }
}

/** Removes the error of one field, when that field changes. */
export const withoutField = <Field extends string, Key extends string>(
  errors: FormErrors<Field, Key>,
  field: NoInfer<Field>,
): FormErrors<Field, Key> => {
  const { [field]: _, ...rest } = errors
  return rest as FormErrors<Field, Key>
}

export const hasErrors = (errors: FormErrors<string, string>): boolean => Object.keys(errors).length > 0
