const wordsOf = (...lines: string[]) => new Set(lines.flatMap((line) => line.split(' ')));

/** Places and lines of business: no banks, also where they stand alone in a list. */
const placesAndLines = wordsOf(
  'pension pensions insurance assurance asset assets management manager managers security securities trust trustee',
  'trustees capital invest investment investments homes registrar registrars properties estate estates cooperative',
  'coop union staff foundation leasing leasings brokers bureau exchange bdc africa ghana kenya cameroon benin togo',
  'senegal gambia liberia rwanda uganda tanzania zambia congo london uk usa america dubai china abia abuja adamawa',
  'anambra asaba awka bauchi bayelsa benue borno calabar delta ebonyi edo ekiti enugu fct gombe gusau ibadan ikeja',
  'ikorodu ilorin imo island jigawa jos kaduna kano katsina kebbi kogi kwara lagos lekki lokoja maiduguri makurdi',
  'marina minna nasarawa niger ogun ondo onitsha osun oshogbo owerri oyo plateau port harcourt rivers sokoto taraba',
  'umuahia uyo warri wuse yaba yobe yola zamfara zaria',
);

/** `lagos nigeria` behind a bank, as in its address. */
export function isPlaceOrLine(text: string): boolean {
  return text.split(' ').every((word) => placesAndLines.has(word.toLowerCase()) || word.toLowerCase() === 'nigeria');
}

/** Names of banks that are words as well: a text that holds one may be about something else. */
const ambiguous = wordsOf(
  'access alternative carbon coronation diamond enterprise fidelity globus heritage keystone lotus nova optimus',
  'polaris premium premiumtrust signature standard sterling titan union unity zenith',
);

export function isWordAsWell(name: string): boolean {
  return ambiguous.has(name.toLowerCase());
}
