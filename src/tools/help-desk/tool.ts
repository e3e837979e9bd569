import { defineTool } from '../../platform/contract/tool.ts';
import { listAllIncidents, listDeskTickets, listMyTickets, readTicketForm } from './contract.ts';

export const helpDesk = defineTool({
  id: 'help-desk',
  title: 'Help Desk',
  permissions: {
    'help-desk.submit': 'Submit help desk tickets, follow your own, and add to them.',
    'help-desk.work': 'Work at the help desk: see all tickets, answer, assign, and solve them.',
  },
  notifications: {
    'help-desk.tickets': {
      title: 'Your help desk tickets',
      about: 'IT received, answered, or solved one of your tickets.',
      access: 'help-desk.submit',
    },
    'help-desk.known-issues': {
      title: 'Known issues',
      about: 'Updates on an issue that you also have.',
      access: 'help-desk.submit',
    },
  },
  screens: {
    submit: {
      path: '/support/submit-help-desk-ticket',
      title: 'Submit Help Desk Ticket',
      lead: 'Tell IT what you need. You can follow your ticket here, and you get an email when IT answers.',
      access: 'help-desk.submit',
      keywords: ['help', 'it', 'problem', 'broken', 'support', 'ticket'],
      reads: [readTicketForm],
    },
    mine: {
      path: '/support/tickets',
      title: 'My Tickets',
      lead: 'Your help desk tickets, and where each one stands.',
      access: 'help-desk.submit',
      keywords: ['help desk', 'support'],
      reads: [listMyTickets],
    },
    ticket: { path: '/support/tickets/:id', title: 'Ticket', access: 'help-desk.submit' },
    articles: {
      path: '/support/articles',
      title: 'Help Articles',
      lead: 'Answers to what people often ask IT.',
      access: 'help-desk.submit',
      keywords: ['how to', 'guide', 'faq', 'knowledge base', 'wi-fi', 'printer', 'password', 'vpn'],
    },
    article: { path: '/support/articles/:name', title: 'Help Article', access: 'help-desk.submit' },
    desk: {
      path: '/departments/information-technology/tickets',
      title: 'Help Desk Tickets',
      lead: 'Requests to IT, longest wait first.',
      access: 'help-desk.work',
      keywords: ['desk', 'queue', 'support', 'inbox'],
      reads: [listDeskTickets],
    },
    incidents: {
      path: '/departments/information-technology/known-issues',
      title: 'Known Issues',
      lead: 'Problems that affect many people. Everyone sees the open ones and can say they have them too.',
      access: 'help-desk.work',
      keywords: ['incident', 'outage', 'help desk'],
      reads: [listAllIncidents],
    },
    deskTicket: {
      path: '/departments/information-technology/tickets/:id',
      title: 'Help Desk Ticket',
      access: 'help-desk.work',
    },
  },
  tiles: [
    {
      place: '/support',
      screen: 'submit',
      title: 'Submit Help Desk Ticket',
      about: 'Ask IT for help, with pictures or files.',
      icon: 'ticket',
      group: 'help',
      pinned: true,
    },
    {
      place: '/support',
      screen: 'mine',
      title: 'My Tickets',
      about: 'Follow your tickets, reply, and close them.',
      icon: 'tickets',
      group: 'help',
    },
    {
      place: '/support',
      screen: 'articles',
      title: 'Help Articles',
      about: 'Wi-Fi, printing, email, and more: what you can do yourself.',
      icon: 'articles',
      group: 'help',
    },
    {
      place: '/departments/information-technology',
      screen: 'desk',
      title: 'Help Desk Tickets',
      about: 'Answer, assign, and solve tickets.',
      icon: 'inbox',
      group: 'it',
      pinned: true,
    },
  ],
});
