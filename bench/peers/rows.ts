export type Row = Record<string, any>

export function asMovie(row: Row): Row {
  row.adult = row.adult === 1
  row.video = row.video === 1
  row.genre_ids = JSON.parse(row.genre_ids)
  return row
}

export function asSeries(row: Row): Row {
  row.adult = row.adult === 1
  row.genre_ids = JSON.parse(row.genre_ids)
  row.origin_country = JSON.parse(row.origin_country)
  return row
}

export const pageOf = (page: number, results: Row[], total_results: number, size = 20) => ({
  page,
  results,
  total_pages: Math.ceil(total_results / size),
  total_results,
})
