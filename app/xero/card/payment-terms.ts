type Terms = {
  day: number;
  type: 'DAYSAFTERBILLDATE' | 'DAYSAFTERBILLMONTH' | 'OFCURRENTMONTH' | 'OFFOLLOWINGMONTH';
};

/** When an organisation's sales invoices are due, in words. */
export function describePaymentTerms(terms: Terms | null): string {
  if (terms === null) return 'Not decided in Xero';
  const { day, type } = terms;
  const days = `${day} ${day === 1 ? 'day' : 'days'}`;
  switch (type) {
    case 'DAYSAFTERBILLDATE':
      return `${days} after the invoice date`;
    case 'DAYSAFTERBILLMONTH':
      return `${days} after the end of the invoice’s month`;
    case 'OFCURRENTMONTH':
      return `Day ${day} of the invoice’s month`;
    case 'OFFOLLOWINGMONTH':
      return `Day ${day} of the month after the invoice`;
  }
}
