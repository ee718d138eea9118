import { countryNames, languageNames } from '../discover/choices.ts'
import { inLanguage } from '../local-address.ts'
import { PublicDocument, page, type RenderContext } from '../page.ts'

const address = '/edit/names'

/** Where a script finds the names of countries and languages that fields for their codes offer. */
export const namesAddress = ({ language }: RenderContext): string => inLanguage(address, language)

/** Codes with their names, by the ids of the lists that fields refer to. A form without them is half as large. */
export const namesPage = page(`GET ${address}`, {
  access: 'anyone',
  async handle(context) {
    const lists = { countries: countryNames(context), languages: languageNames(context) }
    return new PublicDocument('application/json; charset=utf-8', JSON.stringify(lists))
  },
})
