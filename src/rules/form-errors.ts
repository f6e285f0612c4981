/** What is wrong with a form: at most one message a field, by its key in the catalogue. Empty where nothing is. */
export type FormErrors<Field extends string, Key extends string> = {
  readonly [F in Field]?: { readonly key: Key; readonly params?: Readonly<Record<string, string>> }
}

/** The same without what was said of one field: for when that field changes. */
export const withoutField = <Field extends string, Key extends string>(
  errors: FormErrors<Field, Key>,
  field: NoInfer<Field>,
): FormErrors<Field, Key> => {
  const { [field]: _, ...rest } = errors
  return rest as FormErrors<Field, Key>
}

export const hasErrors = (errors: FormErrors<string, string>): boolean => Object.keys(errors).length > 0
