/** What the check of a value has against it, in words for people. */
const reasons: readonly (readonly [form: RegExp, text: string])[] = [
  [/^has to be a whole number.*$/, 'Enter a whole number without a unit, such as 97.'],
  [/^has to be a number.*$/, 'Enter a number without a unit.'],
  [/^has to match .*\[A-Z\]\{2\}.*$/s, 'Enter the name or the code of a country, such as France or FR.'],
  [/^has to match .*\[a-z\]\{2\}.*$/s, 'Enter the name or the code of a language, such as French or fr.'],
  [/^has to match .*$/, 'This value does not have the right form.'],
  [/^has to be an address.*$/, 'Enter an address that begins with https:// or http://.'],
  [/^has to be a day.*$/, 'Enter a day that exists, as YYYY-MM-DD.'],
  [/^has to be (.+)$/, 'This value has to be $1.'],
  [/^has a line break$/, 'Enter this in one line.'],
  [/^has the invisible character (.+)$/, 'Remove the invisible character $1.'],
]

export function faultOf(reason: string): string {
  const [form, text] = reasons.find(([known]) => known.test(reason)) ?? []
  return form && text ? reason.replace(form, text) : `This value ${reason}.`
}
