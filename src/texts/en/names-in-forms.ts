/** What the form of a record says and asks about the names in it. */
export const namesInForms = {
  /** On top of a preview; the names are in one text. */
  newHere: (names: string) => `New in the catalogue: ${names}.`,
  whoIs: (name: string) => `Who or what is “${name}”?`,
  makeOnly: (name: string) => `Add “${name}”`,
  makeNew: (name: string) => `None of these: add “${name}”`,
  noneFound: (name: string) => `“${name}” is not in the catalogue. Choose to add it, or type another name.`,
  /** Of what nobody can add in a form, such as a genre. */
  unknown: (name: string) => `“${name}” is not in the catalogue. Type another name.`,
  notLookedUp: (name: string, most: number) =>
    `“${name}” was not looked up, because the form has more than ${most} names like it. Add it, or leave it for ` +
    'another edit.',
  chooseAbove: (name: string) => `Choose who or what “${name}” is.`,
}
